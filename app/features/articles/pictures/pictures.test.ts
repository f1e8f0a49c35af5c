import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import sharp from 'sharp'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { takePicture } from '../../../../tests/support/pictures.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from './commands.server.ts'
import { uploadRefusals } from './messages.ts'
import { findPicture, findRoomTaken } from './queries.server.ts'
import {
  listSizes,
  looksLikePicture,
  parseUploadName,
  parseUploadPath,
  PICTURE_HEAD,
  type Upload,
  UPLOAD_LIMITS,
  uploadPath,
} from './pictures.ts'

let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const upload = (file: Uint8Array, operator = ines) => saveUpload(operator, () => Promise.resolve(file))

const refused = (file: Uint8Array | string) => upload(Buffer.from(file))

async function store(file: Uint8Array, operator = ines): Promise<Upload> {
  const saved = await upload(file, operator)
  if (!saved.ok) throw new Error(saved.reason)
  return saved.upload
}

test('a file is known by its first bytes, as the server knows it', async () => {
  const formats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const
  for (const format of formats) {
    const file = await takePicture({ width: 8, height: 8, format, shade: 1 })
    expect(looksLikePicture(file.subarray(0, PICTURE_HEAD))).toBe(true)
  }
  for (const other of ['<svg xmlns="http', '%PDF-1.7', 'BM1234', 'PK\u0003\u0004', 'GIF', ''])
    expect(looksLikePicture(Buffer.from(other))).toBe(false)
})

const nameOf = ({ id, ...size }: Upload) => uploadPath(id, size).slice('/uploads/'.length)

async function read(picture: Upload): Promise<Buffer> {
  const found = await findPicture(nameOf(picture))
  if (!found) throw new Error('The picture is not there.')
  return found.bytes
}

describe('a URL', () => {
  test('names the picture and its size', () => {
    const picture = { id: '01a1fd26-8c97-77b6-8309-db0e57169c42', width: 1600, height: 900 }
    expect(parseUploadName(nameOf(picture))).toEqual(picture)
    for (const none of [
      '',
      'x',
      `${nameOf(picture)}x`,
      nameOf({ ...picture, width: 0 }),
      nameOf({ ...picture, id: '1' }),
    ])
      expect(parseUploadName(none)).toBeUndefined()
    for (const none of [nameOf(picture), `//uploads/${nameOf(picture)}`, `/uploads//${nameOf(picture)}`])
      expect(parseUploadPath(none)).toBeUndefined()
  })

  test.each([
    [{ width: 4000, height: 3000 }, [480, 960, 1600]],
    [{ width: 1000, height: 10 }, [480, 960, 1000]],
    [{ width: 480, height: 480 }, [480]],
    [{ width: 1, height: 1 }, [1]],
    [{ width: 2000, height: 20_000 }, [480, 640]],
    [{ width: 10, height: 16_000 }, [4]],
  ])('of a picture of %o has the right sizes', (original, widths) => {
    const sizes = listSizes(original)
    expect(sizes.map(({ width }) => width)).toEqual(widths)
  })

  test('of the largest size leads to all the others, for every shape', () => {
    for (let width = 1; width < 5000; width += 37) {
      for (const height of [1, width - 1, width + 1, 479, 1201, 9999].filter((length) => length > 0)) {
        const sizes = listSizes({ width, height })
        expect(listSizes(sizes.at(-1) ?? { width, height })).toEqual(sizes)
        expect(Math.max(...sizes.map((size) => size.height))).toBeLessThanOrEqual(6400)
      }
    }
  })
})

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'of format %s is stored as WebP in its sizes',
    async (format) => {
      const picture = await store(await takePicture({ width: 1000, height: 500, format }))
      const [width, height] = format === 'jpeg' ? [500, 1000] : [1000, 500]
      expect(picture).toMatchObject({ width, height })
      for (const size of listSizes(picture)) {
        const shown = await sharp(await read({ ...picture, ...size })).metadata()
        expect(shown).toMatchObject({ format: 'webp', ...size })
      }
    },
  )

  test('loses its metadata and is rotated upright', async () => {
    const file = await takePicture({ width: 600, height: 400, format: 'jpeg' })
    expect(file.toString('latin1')).toContain('Secret Camera')
    const picture = await store(file)
    const shown = await read(picture)
    expect(shown.toString('latin1')).not.toContain('Secret Camera')
    const facts = await sharp(shown).metadata()
    expect(facts).toMatchObject({ width: 400, height: 600 })
    expect(facts).not.toHaveProperty('exif')
  })

  test('that is animated stays animated', async () => {
    const picture = await store(await takePicture({ width: 300, height: 200, format: 'gif', frames: 3 }))
    expect(picture).toMatchObject({ width: 300, height: 200 })
    expect(await sharp(await read(picture)).metadata()).toMatchObject({ pages: 3 })
  })

  test('is stored once for an account that uploads it twice, and again for another account', async () => {
    const file = await takePicture({ width: 60, height: 40, format: 'png' })
    const first = await store(file)
    expect(await store(file)).toEqual(first)
    expect(await findRoomTaken(ines)).toMatchObject({ pictures: 1 })
    expect((await store(file, await makeOperator())).id).not.toBe(first.id)
  })

  test('is found only under its name', async () => {
    const picture = await store(await takePicture({ width: 60, height: 40, format: 'png' }))
    expect(await findPicture(nameOf(picture))).toBeDefined()
    for (const size of [{ width: 61 }, { height: 41 }, { width: 480, height: 320 }])
      expect(await findPicture(nameOf({ ...picture, ...size }))).toBeUndefined()
  })

  test('is deleted with its account', async () => {
    const picture = await store(await takePicture({ width: 60, height: 40, format: 'png' }))
    await db.deleteFrom('users').where('id', '=', ines.id).execute()
    expect(await findPicture(nameOf(picture))).toBeUndefined()
  })
})

describe('an upload is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test('if its content is not of the five formats', async () => {
    const tiff = await takePicture({ width: 9, height: 9, format: 'tiff' })
    for (const file of ['hello', svg, '%PDF-1.7', '<!doctype html><script>', tiff])
      expect(await refused(file)).toEqual({ ok: false, reason: 'not-a-picture' })
    expect(await refused('')).toEqual({ ok: false, reason: 'empty' })
  })

  test('if it is damaged, or too large in bytes or in pixels', async () => {
    const whole = await takePicture({ width: 900, height: 900, format: 'jpeg' })
    expect(await refused(whole.subarray(0, whole.length / 2))).toEqual({ ok: false, reason: 'damaged' })
    expect(await refused(Buffer.alloc(UPLOAD_LIMITS.bytes + 1))).toEqual({ ok: false, reason: 'too-large' })
    const bomb = await takePicture({ width: 8000, height: 7000, format: 'png' })
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refused(bomb)).toEqual({ ok: false, reason: 'too-many-pixels' })
    expect(await findRoomTaken(ines)).toEqual({ pictures: 0, bytes: 0 })
  })

  test('if it is an animation of too many frames, with that reason', async () => {
    const size = [0x88, 0x13, 0x88, 0x13] // 5000 × 5000
    const head = [...Buffer.from('GIF89a'), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0]
    const toGif = (frames: number) =>
      Buffer.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b])
    expect(await refused(toGif(3))).toEqual({ ok: false, reason: 'animation-too-long' })
    expect(uploadRefusals['animation-too-long'].message).toContain('frames')
  })

  test('if another one is running, or if the account has no room left', async () => {
    const file = await takePicture({ width: 60, height: 40, format: 'png' })
    const other = await takePicture({ width: 61, height: 40, format: 'png' })
    const answers = await Promise.all([upload(file), upload(other)])
    expect(answers.map(({ ok }) => ok)).toEqual([true, false])
    expect(answers[1]).toMatchObject({ reason: 'one-at-a-time' })
    await db.updateTable('uploads').set({ bytes: UPLOAD_LIMITS.accountBytes }).execute()
    expect(await upload(await takePicture({ width: 62, height: 40, format: 'png' }))).toMatchObject({
      reason: 'no-room',
    })
    expect(await upload(file)).toMatchObject({ ok: true }) // already stored
  })

  test('if the account has the maximum number of pictures, even small ones', async () => {
    await sql`
      insert into uploads (id, user_id, hash, width, height, bytes)
      select gen_random_uuid(), ${ines.id}, 'made ' || n, 1, 1, 1 from generate_series(1, ${UPLOAD_LIMITS.accountPictures}) n
    `.execute(db)
    const file = await takePicture({ width: 60, height: 40, format: 'png' })
    expect(await upload(file)).toEqual({ ok: false, reason: 'no-room' })
  })
})
