import { Square, unit, type Shape } from "./shape";

export function sum(shapes: Shape[]): number {
  return shapes.reduce((n, s) => n + s.area(), 0);
}

export default function render(): string {
  return [new Square(2), unit].map((s) => s.describe()).join("\n") + sum([unit]);
}
