import {
  type LibraryPicture,
  type PictureUse,
  toPoint,
  type UsedPicture,
  uploadPath,
} from '../articles/pictures/pictures.ts'

/** Returns a picture as the API answers with it. */
export const toApiPicture = ({ id, width, height, name, alt, caption, ...about }: LibraryPicture) => ({
  id,
  path: uploadPath(id, { width, height }),
  width,
  height,
  name,
  alt,
  caption,
  focus: about.focus && toPoint(about.focus),
  createdAt: about.createdAt,
  uses: about.uses,
  otherUses: about.otherUses,
})

/** Returns a picture with its uses as the API answers with it. */
export const toApiUsedPicture = ({ places, ...picture }: UsedPicture) => ({
  ...toApiPicture(picture),
  places: places.map(toApiPlace),
})

function toApiPlace(use: PictureUse) {
  if (!('id' in use)) return { place: use.place }
  const { place, id, title } = use
  return { place, id, title, ...('articleId' in use && { articleId: use.articleId }) }
}
