import { createHash, type Hash } from "node:crypto";
import { EipError } from "@eip-eval/core";
import { shownFile, type FileAddress } from "./address.ts";

/** A file of a dataset with what identifies its bytes. */
export interface HubFile extends FileAddress {
  /** Bytes. */
  readonly size: number;
  /** `sha256:…` of the bytes for large files, else `git-sha1:…`, the id that git gives them. */
  readonly oid: string;
}

const OID = /^(?<kind>sha256:(?=[0-9a-f]{64}$)|git-sha1:(?=[0-9a-f]{40}$))(?<hex>[0-9a-f]+)$/;

/**
 * The hexadecimal part of an identity, which is also the name of the file in Python's cache.
 *
 * @throws EipError `damaged` for an identity of another form.
 * @example
 * ```ts
 * oidHex({ name: "o/d", path: "a", oid: "git-sha1:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" });
 * // "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
 * ```
 */
export function oidHex(file: Pick<HubFile, "name" | "path" | "oid">): string {
  const hex = OID.exec(file.oid)?.groups?.["hex"];
  if (hex !== undefined) return hex;
  throw new EipError("damaged", {
    where: shownFile(file),
    found: `an identity of unknown form (${JSON.stringify(file.oid.slice(0, 80))})`,
    expected: "sha256:… or git-sha1:…",
  });
}

/**
 * A hash to be fed with the bytes of a file of known size; its hexadecimal digest is to equal
 * {@link oidHex}.
 */
export function contentHash({ oid, size }: Pick<HubFile, "oid" | "size">): Hash {
  if (oid.startsWith("sha256:")) return createHash("sha256");
  return createHash("sha1").update(`blob ${size}\0`);
}

/** Whether these bytes are the file. */
export function isContent(bytes: Uint8Array, file: HubFile): boolean {
  return (
    bytes.length === file.size && contentHash(file).update(bytes).digest("hex") === oidHex(file)
  );
}

/** The error for bytes that are not the file, though as many as it has. */
export function damagedFile(file: HubFile): EipError {
  return new EipError("damaged", {
    where: shownFile(file),
    found: "the bytes that arrived are not the ones that the Hub lists",
    expected: file.oid,
    try: "the same command; if it stays so, a proxy or mirror changes files",
  });
}

/** The error for a file of which not all bytes came. */
export function incompleteFile(file: HubFile, arrived: number): EipError {
  const bytes = (number: number): string => number.toLocaleString("en");
  return new EipError("incomplete", {
    where: shownFile(file),
    found: `${bytes(arrived)} of ${bytes(file.size)} bytes arrived`,
    try: "the same command goes on from there",
  });
}
