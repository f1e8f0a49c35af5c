import {
  city,
  cityChanges,
  CSV_FILE,
  entriesChoice,
  entriesCount,
  entriesFile,
  entriesImport,
  entriesImported,
  newCity,
  newService,
  service,
  serviceChanges,
} from './catalogue-shapes.ts'
import { namesQuery } from './label-shapes.ts'
import type { Operation } from './operation.ts'
import { uploadQuery } from './picture-shapes.ts'
import { noBody, noQuery, pageOf } from './shapes.ts'

const read = { method: 'GET', scope: 'seo:read', query: noQuery, status: 200 } as const
const write = { scope: 'seo:write', query: noQuery } as const
const list = { ...read, query: namesQuery.omit({ limit: true }) } as const
const remove = { ...write, method: 'DELETE', body: noBody, status: 204 } as const
const choose = { ...write, method: 'POST', body: entriesChoice, status: 200, answer: entriesCount } as const
const restore = { ...write, method: 'POST', body: noBody, status: 200, answer: entriesCount } as const
const readFile = {
  ...write,
  method: 'PUT',
  query: uploadQuery,
  body: noBody,
  file: CSV_FILE,
  status: 200,
  answer: entriesFile,
} as const
const confirm = {
  ...write,
  method: 'POST',
  body: entriesImport,
  status: 200,
  answer: entriesImported,
} as const

/** The operations on cities and services, which landing pages are made from. */
export const CATALOGUE_OPERATIONS = {
  listCities: { ...list, path: '/v1/cities', summary: 'Lists cities, by name.', answer: pageOf(city) },
  addCity: {
    ...write,
    method: 'POST',
    path: '/v1/cities',
    summary: 'Adds a city.',
    body: newCity,
    status: 201,
    answer: city,
    sends: ['Location'],
  },
  findCity: { ...read, path: '/v1/cities/{cityId}', summary: 'Returns a city.', answer: city },
  changeCity: {
    ...write,
    method: 'PATCH',
    path: '/v1/cities/{cityId}',
    summary: 'Changes a city, and makes its landing pages again.',
    body: cityChanges,
    status: 200,
    answer: city,
  },
  deleteCity: { ...remove, path: '/v1/cities/{cityId}', summary: 'Deletes a city.' },
  deleteCities: { ...choose, path: '/v1/cities/delete', summary: 'Deletes some or all cities.' },
  restoreCities: {
    ...restore,
    path: '/v1/cities/restore',
    summary: 'Restores the cities that were deleted last.',
  },
  findCityFile: {
    ...read,
    path: '/v1/cities/import',
    summary: 'Returns what a file with cities that waits would add.',
    answer: entriesFile,
  },
  readCityFile: {
    ...readFile,
    path: '/v1/cities/import',
    summary: 'Reads a CSV file with cities, and imports nothing yet.',
  },
  importCities: {
    ...confirm,
    path: '/v1/cities/import',
    summary: 'Imports the cities of the file that waits.',
  },
  discardCityFile: { ...remove, path: '/v1/cities/import', summary: 'Discards the file that waits.' },
  listServices: {
    ...list,
    path: '/v1/services',
    summary: 'Lists services, by name.',
    answer: pageOf(service),
  },
  addService: {
    ...write,
    method: 'POST',
    path: '/v1/services',
    summary: 'Adds a service.',
    body: newService,
    status: 201,
    answer: service,
    sends: ['Location'],
  },
  findService: { ...read, path: '/v1/services/{serviceId}', summary: 'Returns a service.', answer: service },
  changeService: {
    ...write,
    method: 'PATCH',
    path: '/v1/services/{serviceId}',
    summary: 'Changes a service.',
    body: serviceChanges,
    status: 200,
    answer: service,
  },
  deleteService: { ...remove, path: '/v1/services/{serviceId}', summary: 'Deletes a service.' },
  deleteServices: { ...choose, path: '/v1/services/delete', summary: 'Deletes some or all services.' },
  restoreServices: {
    ...restore,
    path: '/v1/services/restore',
    summary: 'Restores the services that were deleted last.',
  },
  findServiceFile: {
    ...read,
    path: '/v1/services/import',
    summary: 'Returns what a file with services that waits would add.',
    answer: entriesFile,
  },
  readServiceFile: {
    ...readFile,
    path: '/v1/services/import',
    summary: 'Reads a CSV file with services, and imports nothing yet.',
  },
  importServices: {
    ...confirm,
    path: '/v1/services/import',
    summary: 'Imports the services of the file that waits.',
  },
  discardServiceFile: { ...remove, path: '/v1/services/import', summary: 'Discards the file that waits.' },
} as const satisfies Record<string, Operation>
