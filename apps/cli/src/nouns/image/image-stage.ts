import { stageImage as stage } from '@nimbo/contracts/image/imports'
import { CliError } from '../../cloud/cli-error.ts'
import { findId } from '../../cloud/find.ts'
import { inImage } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { nothing } from '../../output/result.ts'
import { contentOf, contentOptions } from './image-content.ts'
import { imageKind } from './image-kind.ts'

/** `image stage`: uploads data to the staging store, where `image import` takes it from. */
const stageImage = command({
  words: 'image stage',
  summary: 'Upload data for a specific image to staging',
  calls: [inImage(stage)],
  output: 'none',
  positionals: { image: one('<image>', 'Image to upload data for (name or ID)') },
  options: contentOptions,
  run: async (session, { image, file, progress }) => {
    const path = { image_id: await findId(session, imageKind, image) }
    const body = await contentOf(session, { file, progress })
    if (body === undefined) throw new CliError('Specify a file with --file, or pass the data via stdin.')
    await session.api.image.call(stage, { path, body })
    return nothing
  },
})

export const imageStageCommands = [stageImage]
