/** Pictures of phones are larger than what is taken: they are made smaller on the device, before they are sent. */

import { MAX_PICTURE_PIXELS } from '#domain/kernel/document-limits.ts'

/** The longest side of a picture that was made smaller, in pixels: small print of a page stays readable. */
const LONGEST_SIDE = 2600

const QUALITIES = [0.9, 0.75]

/** Why a picture cannot be sent: the browser does not open HEIC, or it cannot be made small enough here. */
export type PictureProblem = 'heic' | 'large'

/** The size to draw a picture in, so that its longest side fits; one that is small enough keeps its own. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Pictures of iPhones; some systems give them no type, so the ending decides there. */
export function isHeic({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/**
 * The file as it may be sent: itself, where it is within the limits in bytes and pixels or no picture; else a JPEG of it, upright as its EXIF
 * says, with its longest side shortened. Or why there is none.
 */
export async function fitPicture(file: File, largest: number): Promise<File | PictureProblem> {
  const heic = isHeic(file)
  if (!heic && file.type !== 'image/jpeg' && file.type !== 'image/png') return file
  if (!heic && file.size <= largest && (await pixelsOf(file)) <= MAX_PICTURE_PIXELS) return file
  try {
    const blob = await smaller(file, largest)
    if (!blob) return 'large'
    const name = file.name.replace(/(\.\w+)?$/, '.jpg')
    return new File([blob], name, { type: blob.type })
  } catch {
    return heic ? 'heic' : 'large'
  }
}

/** How many pixels a picture has by its header; none where it cannot be read, of which the server says more. */
async function pixelsOf(file: File): Promise<number> {
  const url = URL.createObjectURL(file)
  const picture = new Image()
  try {
    await new Promise((resolve, reject) => {
      picture.onload = resolve
      picture.onerror = reject
      picture.src = url
    })
    return picture.naturalWidth * picture.naturalHeight
  } catch {
    return 0
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function smaller(file: File, largest: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittedSize(picture.width, picture.height))
  const paper = canvas.getContext('2d')
  if (!paper) return undefined
  // What is transparent in a PNG would come out black.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.imageSmoothingQuality = 'high'
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= largest) return blob
  }
  return undefined
}
