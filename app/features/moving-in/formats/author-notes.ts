// What the writers of several programs see, and their readers never do.
const NOTES = [
  /\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}/g, // Hugo
  /\{\s*\/\*[^]*?\*\/\s*\}/g, // MDX
  /\{\{([<%])\s*comment\s*[>%]\}\}[^]*?\{\{[<%]\s*\/\s*comment\s*[>%]\}\}/g,
  /\{%-?\s*comment\b[^%\n]*%\}[^]*?\{%-?\s*endcomment\s*-?%\}/g, // Liquid
  /\{#(?=[-\s])[^]*?#\}/g, // Nunjucks, Jinja, Twig and Tera
  /\{\{!--[^]*?--\}\}/g, // Handlebars
  /\{::comment\}[^]*?\{:\/(?:comment)?\}/g, // kramdown
  /^[ \t]*%%(?!%)(?:[^%]|%(?!%))*%%[ \t]*$/gm, // Obsidian: lines
  /^[ \t]*%%[ \t]*$[^]*/gm, // Obsidian hides all of a text after lines that do not end
  /(?<![\p{L}\p{N}%])%%(?!%)(?:(?!%%|\n[ \t]*\n)[^])+%%(?![\p{L}\p{N}%])/gu, // Obsidian: words
]

/** Returns a text without the notes of its author, and their number. */
export function dropNotes(text: string): { text: string; count: number } {
  let count = 0
  const shown = NOTES.reduce(
    (part, pattern) =>
      part.replace(pattern, () => {
        count += 1
        return ''
      }),
    text,
  )
  return { text: shown, count }
}
