/** Returns a preload link for a font that the page surely needs. It loads before the style sheet names it. */
export const preloadFont = (href: string) =>
  ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const
