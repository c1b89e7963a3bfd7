export interface Shape {
  area(): number;
}

export abstract class Base implements Shape {
  constructor(readonly name: string) {}
  abstract area(): number;
  describe(): string {
    return `${this.name}: ${this.area()}`;
  }
}

export class Square extends Base {
  constructor(private side: number) {
    super("square");
  }
  area(): number {
    return this.side ** 2;
  }
}

export const unit = new Square(1);
