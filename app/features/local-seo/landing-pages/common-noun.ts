const CAPITALISED = /^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)*$/u

/**
 * Returns the name of a service in lower case, for use inside a sentence: `roof repair` for `Roof Repair`. Words such as
 * HVAC and iPhone stay as they are. Proper nouns stay too: words that the description capitalises inside a sentence.
 */
export function toCommonNoun(name: string, description: string): string {
  const isProper = (word: string) => new RegExp(`[\\p{Ll},;]\\s+${word}(?!\\p{L})`, 'u').test(description)
  return name
    .split(' ')
    .map((word) => (CAPITALISED.test(word) && !isProper(word) ? word.toLowerCase() : word))
    .join(' ')
}
