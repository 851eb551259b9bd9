/** The bytes that JSON is made of. */

export const NEWLINE: u8 = 0x0a;
export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const COLON: u8 = 0x3a;
export const OPEN_BRACKET: u8 = 0x5b;
export const BACKSLASH: u8 = 0x5c;
export const CLOSE_BRACKET: u8 = 0x5d;
export const OPEN_BRACE: u8 = 0x7b;
export const CLOSE_BRACE: u8 = 0x7d;
