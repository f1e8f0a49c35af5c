/**
 * What articles are rendered with. Raise it with every change of what the HTML, the contents or the excerpt of a text
 * look like: stored articles are then rendered again in the background.
 */
export const RENDERER_VERSION = 6
