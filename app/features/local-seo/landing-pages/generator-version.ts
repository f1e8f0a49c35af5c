/**
 * The version of the generator. Raise it with each change that makes other pages of the same services, cities and
 * template: runs then check all pages again, even of accounts in which nothing has changed.
 */
export const GENERATOR_VERSION = 2
