import proseSheet from './prose-sheet.css?url'

/** Links the styles of `.prose` in the head of a public page. Only articles and landing pages need them. */
export const ProseSheet = () => <link rel="stylesheet" href={proseSheet} precedence="prose" />
