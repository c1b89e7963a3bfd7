package typescript

import "github.com/gortexhq/gortex/internal/bind"

// builtins are the globals of ECMAScript, the DOM and Node that code uses
// without an import, and the types of TypeScript's own library.
var builtins = []string{
	"Array", "ArrayBuffer", "AsyncFunction", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean", "DataView", "Date",
	"Error", "EvalError", "FinalizationRegistry", "Float32Array", "Float64Array", "Function", "Infinity", "Int16Array", "Int32Array",
	"Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError",
	"Reflect", "RegExp", "Set", "SharedArrayBuffer", "String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array",
	"Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "AggregateError", "SuppressedError", "DisposableStack",
	"decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "unescape", "eval", "globalThis", "isFinite", "isNaN",
	"parseFloat", "parseInt", "undefined",
	// types
	"ArrayLike", "AsyncGenerator", "AsyncIterable", "AsyncIterableIterator", "AsyncIterator", "Awaited", "Capitalize", "ConcatArray",
	"ConstructorParameters", "Disposable", "AsyncDisposable", "Exclude", "Extract", "Generator", "GeneratorFunction", "InstanceType", "Iterable",
	"IterableIterator", "IteratorResult", "IteratorReturnResult", "IteratorYieldResult", "Lowercase", "NoInfer", "NonNullable", "Omit",
	"OmitThisParameter", "Parameters", "Partial", "Pick", "PropertyDescriptor", "PropertyKey", "PromiseLike", "Readonly", "ReadonlyArray",
	"ReadonlyMap", "ReadonlySet", "Record", "Required", "ReturnType", "TemplateStringsArray", "ThisParameterType", "ThisType", "Uncapitalize",
	"Uppercase", "NodeJS", "JSX", "BooleanConstructor", "NumberConstructor", "StringConstructor", "ObjectConstructor", "ArrayConstructor", "SymbolConstructor",
	"PromiseConstructorLike", "ArrayBufferView", "ArrayBufferLike", "ClassDecorator", "MethodDecorator", "PropertyDecorator", "ParameterDecorator",
	"ProgressEvent", "CloseEvent", "ErrorEvent", "FocusEvent", "InputEvent", "WheelEvent", "DragEvent", "ClipboardEvent", "StorageEvent",
	"FrameRequestCallback", "DOMHighResTimeStamp", "XMLHttpRequestResponseType", "BodyInit", "HeadersInit", "BlobPart", "BufferSource",
	"EventListenerOrEventListenerObject", "AddEventListenerOptions", "ReadableStreamDefaultReader", "ReadableStreamDefaultController",
	"ReadableStreamBYOBReader", "CryptoKey", "FileSystemHandle", "ServiceWorker", "SharedWorker", "DOMRect", "CSSStyleDeclaration", "PromiseConstructor", "ErrorConstructor", "ErrorOptions", "BufferEncoding", "unknown",
	"string", "number", "boolean", "symbol", "object",
	// browsers and Node
	"AbortController", "AbortSignal", "Blob", "BroadcastChannel", "Buffer", "CompressionStream", "Crypto", "CustomEvent", "DOMException",
	"DOMParser", "Document", "DocumentFragment", "Element", "Event", "EventListener", "EventSource", "EventTarget", "File", "FileList",
	"FileReader", "FormData", "HTMLElement", "HTMLInputElement", "HTMLDivElement", "HTMLButtonElement", "HTMLFormElement", "HTMLCanvasElement",
	"Headers", "History", "Image", "IntersectionObserver", "KeyboardEvent", "Location", "MediaQueryList", "MessageChannel", "MessageEvent",
	"MessagePort", "MouseEvent", "MutationObserver", "Navigator", "Node", "NodeList", "Notification", "Performance", "PerformanceObserver",
	"PointerEvent", "ReadableStream", "Request", "RequestInit", "RequestInfo", "ResizeObserver", "Response", "ResponseInit", "SVGElement",
	"Storage", "SubtleCrypto", "Text", "TextDecoder", "TextEncoder", "TouchEvent", "TransformStream", "URL", "URLSearchParams", "WebAssembly",
	"WebSocket", "Window", "Worker", "WritableStream", "XMLHttpRequest", "addEventListener", "alert", "atob", "btoa", "cancelAnimationFrame",
	"clearImmediate", "clearInterval", "clearTimeout", "console", "crypto", "customElements", "dispatchEvent", "document", "fetch", "getComputedStyle",
	"global", "history", "indexedDB", "localStorage", "location", "matchMedia", "navigator", "performance", "postMessage", "process",
	"queueMicrotask", "removeEventListener", "requestAnimationFrame", "requestIdleCallback", "self", "sessionStorage", "setImmediate",
	"setInterval", "setTimeout", "structuredClone", "window", "require", "module", "exports", "__dirname", "__filename",
}

// yields says what members of the library's generic types give.
var yields = map[string]int8{
	"Promise.@await": 0, "PromiseLike.@await": 0, "Promise.then": bind.YieldNone, "Promise.catch": bind.YieldSelf, "Promise.finally": bind.YieldSelf,
	"Array.pop": 0, "Array.shift": 0, "Array.at": 0, "Array.find": 0, "Array.findLast": 0,
	"Array.filter": bind.YieldSelf, "Array.slice": bind.YieldSelf, "Array.concat": bind.YieldSelf, "Array.reverse": bind.YieldSelf,
	"Array.sort": bind.YieldSelf, "Array.splice": bind.YieldSelf, "Array.toSorted": bind.YieldSelf, "Array.toReversed": bind.YieldSelf,
	"Array.map": bind.YieldNone, "Array.flatMap": bind.YieldNone, "Array.reduce": bind.YieldNone, "Array.@iter": 0, "Array.@index": 0,
	"ReadonlyArray.at": 0, "ReadonlyArray.find": 0, "ReadonlyArray.filter": bind.YieldSelf, "ReadonlyArray.slice": bind.YieldSelf,
	"ReadonlyArray.map": bind.YieldNone, "ReadonlyArray.reduce": bind.YieldNone,
	"Map.get": 1, "ReadonlyMap.get": 1, "WeakMap.get": 1, "Map.@index": bind.YieldNone, "Map.@iter": bind.YieldNone,
	"Record.@index": 1, "Set.@iter": 0, "ReadonlySet.@iter": 0, "WeakRef.deref": 0,
	"Partial.@index": bind.YieldNone, "Readonly.@index": bind.YieldNone,
	"Array.@await": bind.YieldSelf,
}
