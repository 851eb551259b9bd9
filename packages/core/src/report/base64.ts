/** Numbers as text: the bytes of an array, lowest byte first, in base64. */

/** Bytes that are turned into letters at once; more would not fit the arguments of one call. */
const chunk = 0x6000;

/** The bytes of an array in base64. */
export function toBase64({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += chunk) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + chunk))));
  }
  return parts.join("");
}

/** The bytes behind such a text, to be looked at as an array of any kind. */
export function fromBase64(text: string): ArrayBuffer {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = letters.charCodeAt(place);
  return bytes.buffer;
}
