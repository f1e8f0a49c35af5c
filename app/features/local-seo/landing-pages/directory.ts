/** A link to a landing page. */
export interface DirectoryLink {
  name: string
  path: string
}

/** Links to an account's landing pages: one for each service, and one for each city, grouped by state. */
export interface Directory {
  /** On the first page only. Each links to its largest city. */
  services: DirectoryLink[]
  states: { name: string; cities: DirectoryLink[] }[]
  page: number
  pageCount: number
}

/** The number of cities on a page of the directory. */
export const DIRECTORY_SIZE = 200
