import type { Refusal } from '../../../shared/refusal.ts'
import type { ImportRecord } from './formats.ts'
import type { PictureFile } from './picture-files.ts'
import type { LostPicture } from './record-pictures.ts'
import { changeAddresses } from './text-addresses.ts'

/** The path of a picture here, or the reason why it is not here. */
export type KeptPicture = { ok: true; path: string } | Refusal<LostPicture['reason']>

/** Returns a picture that was kept before; undefined for one that was not tried. */
export type FindPicture = (file: PictureFile) => KeptPicture | undefined

// Another import may bring these.
const PASSING = new Set<LostPicture['reason']>(['no-room', 'no-account', 'one-at-a-time', 'too-slow'])

/**
 * Returns a record that shows its pictures from here. A picture that is not here keeps its address in the text, and is
 * named. `isWhole` is false if the same import may bring more of them later.
 */
export function putPictures(record: ImportRecord, find: FindPicture | undefined) {
  const { pictures } = record
  if (!pictures || !find) return { record, lost: [], isWhole: true }
  const paths = new Map<string | null, string>()
  const lost: LostPicture[] = []
  for (const { address, ...file } of pictures) {
    const kept = find(file)
    if (kept?.ok) paths.set(address, kept.path)
    else if (kept) lost.push({ address: address ?? file.path, reason: kept.reason })
  }
  const content = changeAddresses(record.content, ({ address }) => paths.get(address))
  const shown = { ...record, content, cover: paths.get(null) ?? record.cover }
  return { record: shown, lost, isWhole: lost.every(({ reason }) => !PASSING.has(reason)) }
}
