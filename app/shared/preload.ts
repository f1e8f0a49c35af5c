/** A link by which a page asks for a font that it is sure to need, before its style sheet does. */
export const preloadFont = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const
