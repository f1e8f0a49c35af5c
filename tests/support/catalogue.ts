import { v7 as uuidv7 } from 'uuid'
import type { City, Service } from '../../app/features/local-seo/landing-pages/catalogue.ts'
import { db } from '../../app/platform/store/database.server.ts'

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Inserts a service of an account. */
export async function makeService(
  userId: string,
  wish: Partial<Service> & { name: string },
): Promise<Service> {
  const service = { id: uuidv7(), slug: toSlug(wish.name), description: '', ...wish }
  await db
    .insertInto('services')
    .values({ userId, ...service })
    .execute()
  return service
}

/** Inserts a city of an account, in Illinois unless another state is given. */
export async function makeCity(userId: string, wish: Partial<City> & { name: string }): Promise<City> {
  const state = wish.state ?? 'IL'
  const slug = toSlug(`${wish.name} ${state}`)
  const city = { id: uuidv7(), slug, state, population: null, notes: '', ...wish }
  await db
    .insertInto('cities')
    .values({ userId, ...city })
    .execute()
  return city
}

const SUBJECTS = [
  'harbour',
  'market',
  'mill',
  'bridge',
  'quarry',
  'station',
  'school',
  'church',
  'river',
  'orchard',
]
const VERBS = [
  'stands',
  'lies',
  'was built',
  'burned',
  'floods',
  'opens',
  'closes',
  'rose',
  'fell',
  'remains',
]
const PLACES = [
  'hill',
  'square',
  'valley',
  'canal',
  'ring road',
  'old wall',
  'forest',
  'lake',
  'railway',
  'field',
]

/** Returns this number of sentences about a place. Each seed has other words, and the same at each call. */
export function makeNotes(seed: number, sentences = 6): string {
  let state = seed * 2_654_435_761
  const pick = (words: string[]) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return words[(state >>> 8) % words.length] ?? ''
  }
  return Array.from(
    { length: sentences },
    (_, place) =>
      `The ${pick(SUBJECTS)} number ${seed} ${pick(VERBS)} by the ${pick(PLACES)} since ${1700 + ((seed * 7 + place) % 300)} and the ${pick(SUBJECTS)} ${pick(VERBS)} near it.`,
  ).join(' ')
}
