import type { Operation } from './operation.ts'
import {
  altRule,
  picture,
  PICTURE_FILE,
  pictureChanges,
  pictureReplaced,
  picturesQuery,
  picturesRemoved,
  unusedCount,
  uploadQuery,
  usedPicture,
} from './picture-shapes.ts'
import { noBody, noQuery, pageOf, runStarted } from './shapes.ts'

const ofPicture = '/v1/pictures/{pictureId}'
const read = { method: 'GET', scope: 'pictures:read', query: noQuery, status: 200 } as const
const write = { scope: 'pictures:write', query: noQuery } as const

/** The operations on the pictures of the library. */
export const PICTURE_OPERATIONS = {
  listPictures: {
    ...read,
    path: '/v1/pictures',
    summary: 'Lists the pictures of the library, the newest first.',
    query: picturesQuery,
    answer: pageOf(picture),
  },
  addPicture: {
    ...write,
    method: 'POST',
    path: '/v1/pictures',
    summary: 'Adds a picture, whose file is the body. The same file again finds the same picture.',
    query: uploadQuery,
    body: noBody,
    file: PICTURE_FILE,
    status: 201,
    answer: picture,
    sends: ['Location'],
  },
  countUnusedPictures: {
    ...read,
    path: '/v1/pictures/unused',
    summary: 'Counts the pictures that are used nowhere, and are older than a day.',
    answer: unusedCount,
  },
  removeUnusedPictures: {
    ...write,
    method: 'DELETE',
    path: '/v1/pictures/unused',
    right: 'organise',
    summary: 'Deletes all pictures that are used nowhere, and are older than a day.',
    body: noBody,
    status: 200,
    answer: picturesRemoved,
  },
  findAltRule: {
    ...read,
    path: '/v1/pictures/rule',
    summary: 'Returns the rule for alt texts.',
    answer: altRule,
  },
  changeAltRule: {
    ...write,
    method: 'PUT',
    path: '/v1/pictures/rule',
    right: 'organise',
    summary: 'Changes the rule for alt texts.',
    body: altRule,
    status: 200,
    answer: altRule,
  },
  findPicture: {
    ...read,
    path: ofPicture,
    summary: 'Returns a picture with the places where it is used.',
    answer: usedPicture,
  },
  changePicture: {
    ...write,
    method: 'PATCH',
    path: ofPicture,
    summary: 'Changes the words or the focus of a picture. Texts that show it keep their own words.',
    body: pictureChanges,
    status: 200,
    answer: usedPicture,
  },
  deletePicture: {
    ...write,
    method: 'DELETE',
    path: ofPicture,
    summary: 'Deletes a picture that is used nowhere.',
    body: noBody,
    status: 204,
  },
  replacePicture: {
    ...write,
    method: 'POST',
    path: `${ofPicture}/replace`,
    right: 'organise',
    summary: 'Replaces a picture in all texts, by a run that can be undone.',
    body: pictureReplaced,
    status: 200,
    answer: runStarted,
  },
} as const satisfies Record<string, Operation>
