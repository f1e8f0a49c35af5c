// The thread that pictures are drawn on: `renderSocialImage` in commands gives it a deadline.
import { drawSocialImage } from './draw-social-image.server.ts'

export default drawSocialImage
