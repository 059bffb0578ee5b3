/** A photograph as a phone takes it: larger than what is taken, and lying on its side, as its EXIF says. */
import type { Page } from '@playwright/test'

/** Tag 0x0112: the first row of the picture is its right side (EXIF 2.32, 4.6.5). */
const ON_ITS_SIDE = Buffer.from(
  'ffe100224578696600004d4d002a00000008000101120003000000010006000000000000',
  'hex',
)

/** A JPEG of noise that packs badly, 3,000 x 2,250 pixels and over ten megabytes, drawn by a browser. */
export async function bigPicture(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 3000, height: 2250 })
    const paper = canvas.getContext('2d')
    if (!paper) throw new Error('no canvas')
    const noise = paper.createImageData(3000, 2250)
    for (let at = 0, seed = 1; at < noise.data.length; at++) {
      seed = Math.imul(seed, 1_103_515_245) + 12_345
      noise.data[at] = at % 4 === 3 ? 255 : (seed >>> 16) & 255
    }
    paper.putImageData(noise, 0, 0)
    return canvas.toDataURL('image/jpeg', 1)
  })
  const jpeg = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  return Buffer.concat([jpeg.subarray(0, 2), ON_ITS_SIDE, jpeg.subarray(2)])
}
