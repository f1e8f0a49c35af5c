/**
 * What landing pages are made with. Raise it with every change of what the same services, cities and template come to:
 * runs then look at every page again, where they would have left an account alone in which nothing had changed.
 */
export const GENERATOR_VERSION = 2
