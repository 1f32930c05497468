import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { downloadImage } from '@nimbo/contracts/image/images'
import { CliError } from '../../cloud/cli-error.ts'
import { find } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { measured } from '../../cloud/measured.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { imageKind } from './image-kind.ts'

/** `image save`: writes to a file, which appears only when it is complete, or to standard output. */
const saveImage = command({
  words: 'image save',
  summary: 'Save an image locally',
  output: 'none',
  positionals: { image: one('<image>', 'Image to save (name or ID)') },
  options: {
    file: text('<filename>', 'Downloaded image save filename (default: stdout)'),
    progress: flag('Show download progress bar'),
  },
  run: async (session, { image, file, progress }) => {
    const found = await find(session, imageKind, image)
    const path = { image_id: textAt(found, 'id') }
    const { content: sent } = await session.api.image.open(downloadImage, { path })
    const { size } = found
    const content = progress && typeof size === 'number' ? measured(session, sent, size) : sent
    if (file === undefined) {
      await pipeline(content, session.streams.stdout, { end: false })
      return nothing
    }
    const digest = createHash('md5')
    content.on('data', (chunk: Buffer) => digest.update(chunk))
    const partial = `${file}.part`
    try {
      await pipeline(content, createWriteStream(partial))
      const expected = textAt(found, 'checksum')
      const actual = digest.digest('hex')
      if (expected !== '' && expected !== actual) {
        throw new CliError(`The image's checksum is ${actual}, not ${expected}: the download is damaged.`)
      }
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    return nothing
  },
})

export const imageSaveCommands = [saveImage]
