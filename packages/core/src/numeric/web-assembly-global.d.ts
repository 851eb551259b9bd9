/** What is used of WebAssembly; the types of Node 20 do not describe it, and those of a browser are not loaded. */

declare namespace WebAssembly {
  interface Module {
    readonly "a compiled module": unique symbol;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: object;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Memory: new (size: { initial: number }) => Memory;
  const Instance: new (module: Module, imports: { env: { memory: Memory } }) => Instance;
}
