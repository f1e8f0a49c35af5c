/** Returns a hash of a text, from 0 to 2^32 - 1, the same in every JavaScript engine (FNV-1a). Not for secrets. */
export function toHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
