/** Spec §8: after pages were generated. */
export const enginesNotified = 'Search engines notified of sitemap update!'
