import { idPattern } from './id-pattern.ts'

const text = (description: string) => ({ type: 'string', description })

/** The schema of projects with which an image is shared. */
export const memberSchema = {
  name: 'member',
  properties: {
    member_id: text('The project that the image is shared with'),
    image_id: { ...text('The image'), pattern: idPattern },
    status: { ...text('What the project says to it'), enum: ['pending', 'accepted', 'rejected'] },
    created_at: text('Since when the image is shared'),
    updated_at: text('When that last changed'),
    schema: { type: 'string', readOnly: true },
  },
}
