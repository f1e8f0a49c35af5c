import blocksSheet from './prose-blocks-sheet.css?url'
import notesSheet from './prose-notes-sheet.css?url'
import proseSheet from './prose-sheet.css?url'

// What prose-blocks.css styles. Most texts have none of it.
const BLOCKS = /<(?:abbr|code|details|input|kbd|mark|pre|samp|table)\b|class="[^"]*\bembed/
// What prose-notes.css styles.
const NOTES = '<div class="footnotes">'

interface ProseSheetProps {
  /** The text, as HTML. Without it, the sheets for all texts are linked. */
  html?: string
}

/** Links the styles of `.prose` in the head of a public page. Only articles and landing pages need them. */
export const ProseSheet = ({ html }: ProseSheetProps) => (
  <>
    <link rel="stylesheet" href={proseSheet} precedence="prose" />
    {(html === undefined || BLOCKS.test(html)) && (
      <link rel="stylesheet" href={blocksSheet} precedence="prose" />
    )}
    {(html === undefined || html.includes(NOTES)) && (
      <link rel="stylesheet" href={notesSheet} precedence="prose" />
    )}
  </>
)
