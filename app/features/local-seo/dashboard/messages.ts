/** The toast after pages were generated and search engines notified (spec §8). */
export const enginesNotified = 'Search engines notified of sitemap update!'
