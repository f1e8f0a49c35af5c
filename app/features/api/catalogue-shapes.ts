import { z } from 'zod'
import {
  CATALOGUE,
  NAME_LIMIT,
  POPULATION_LIMIT,
  STATE_LIMIT,
} from '../local-seo/cities-services/cities-services.ts'
import { id } from './shapes.ts'

/** The type of a file with cities or services. */
export const CSV_FILE = ['application/octet-stream'] as const

const slug = z.string().meta({ description: 'Its part in the addresses of landing pages.' })
const named = { name: z.string().min(1).max(NAME_LIMIT) }
const cityFields = {
  ...named,
  state: z.string().min(1).max(STATE_LIMIT),
  population: z.int().min(0).max(POPULATION_LIMIT).nullable(),
  notes: z.string().max(CATALOGUE.cities.textLimit).meta({ description: 'Markdown.' }),
}
const serviceFields = {
  ...named,
  description: z.string().max(CATALOGUE.services.textLimit).meta({ description: 'Markdown.' }),
}
const keepsSlug = z.boolean().optional().meta({ description: 'True if a new name leaves the slug as it is.' })

/** A city. */
export const city = z.object({ id, slug, ...cityFields })

/** The body that adds a city. */
export const newCity = z.strictObject({
  name: cityFields.name,
  state: cityFields.state,
  population: cityFields.population.optional(),
  notes: cityFields.notes.optional(),
})

/** The body that changes a city: what is left out stays as it is. */
export const cityChanges = z.strictObject({ ...z.object(cityFields).partial().shape, keepsSlug })

/** A service. */
export const service = z.object({ id, slug, ...serviceFields })

/** The body that adds a service. */
export const newService = z.strictObject({
  name: serviceFields.name,
  description: serviceFields.description.optional(),
})

/** The body that changes a service: what is left out stays as it is. */
export const serviceChanges = z.strictObject({ ...z.object(serviceFields).partial().shape, keepsSlug })

/** The body that deletes entries: some, or all that have some words. */
export const entriesChoice = z.strictObject({
  ids: z.array(id).min(1).max(200).optional(),
  all: z
    .strictObject({
      q: z.string().max(200).optional(),
      count: z.int().min(1).meta({ description: 'The number of entries that this deletes.' }),
    })
    .optional(),
})

/** The number of entries that were deleted or restored. */
export const entriesCount = z.object({ count: z.int() })

/** A file that waits to be imported. */
export const entriesFile = z.object({
  readingId: z.string(),
  fileName: z.string(),
  toAdd: z.int(),
  present: z.int().meta({ description: 'The entries that are there already.' }),
  changed: z.int().meta({ description: 'Those of them that differ in the file.' }),
  refused: z.array(z.object({ line: z.int(), name: z.string(), reason: z.string() })),
  isTooMany: z.boolean(),
})

/** The body that imports the file that waits. */
export const entriesImport = z.strictObject({
  readingId: z.string().min(1).max(100),
  updates: z.boolean().optional().meta({ description: 'True if entries that are there take what differs.' }),
})

/** The number of entries that came in with a file. */
export const entriesImported = z.object({ added: z.int(), updated: z.int() })
