/** Where a host shows that what is asked of it comes to this installation. */
export const PROOF_PATH = '/.well-known/broadsheet'

/** The public origin of an account's domain: that of the main site, with another host name. */
export function toDomainOrigin(domain: string, mainOrigin: string): string {
  const origin = new URL(mainOrigin)
  origin.hostname = domain
  return origin.origin
}

/** Whether an account's domain leads here: nobody has looked yet, it does, or it does not. */
export type DomainState = 'unchecked' | 'leads-here' | 'leads-elsewhere'

/** A name that leads to a landing page. */
export interface DirectoryLink {
  name: string
  path: string
}

/** The way to an account's landing pages: by service, and by city, state by state. */
export interface Directory {
  /** On the first page alone; each leads to the largest city. */
  services: DirectoryLink[]
  states: { name: string; cities: DirectoryLink[] }[]
  page: number
  pageCount: number
}

export const DIRECTORY_SIZE = 200
