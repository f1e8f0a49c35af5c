// Runs on a worker thread: `renderSocialImage` in commands sets its deadline and its heap limit.
import { drawSocialImage } from './draw-social-image.server.ts'

export default drawSocialImage
