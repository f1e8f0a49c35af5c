/** A number from 0 to 2^32 - 1 that changes with the text, alike in every engine (FNV-1a). Not for secrets. */
export function toHash(text: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < text.length; place += 1)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193)
  return hash >>> 0
}
