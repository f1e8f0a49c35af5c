const CAPITALISED = /^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)*$/u

/**
 * Returns the name of a service as it stands inside a sentence: `Roof Repair` is `roof repair`. Words such as HVAC or
 * iPhone stay as they are, and so does a word that the description writes with a capital inside a sentence: a proper noun.
 */
export function toCommonNoun(name: string, description: string): string {
  const isProper = (word: string) => new RegExp(`[\\p{Ll},;]\\s+${word}(?!\\p{L})`, 'u').test(description)
  return name
    .split(' ')
    .map((word) => (CAPITALISED.test(word) && !isProper(word) ? word.toLowerCase() : word))
    .join(' ')
}
