import { imageApi } from '@nimbo/contracts/image/api'
import { createImage, deleteImage } from '@nimbo/contracts/image/images'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { clientOf } from '../api/api-clients.ts'
import { isItem } from '../panel/item.ts'
import type { Values } from '../panel/values.ts'
import { uploadBytes } from './upload.ts'

/** Creates an image and uploads its data; deletes the image again if the upload fails. */
export const useCreateImage = (done: (id: string) => void) => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<number>()
  const giving = useRef<AbortController>(undefined)
  const mutation = useMutation({
    mutationFn: async ({ file, ...values }: Values) => {
      const client = clientOf(imageApi)
      const { body } = await client.perform(createImage, { body: { container_format: 'bare', ...values } })
      const id = isItem(body) ? String(body.id) : ''
      if (!(file instanceof File)) return id
      giving.current = new AbortController()
      setSent(0)
      try {
        await uploadBytes(id, file, setSent, giving.current.signal)
      } catch (error) {
        // Why the upload failed is what the user has to know, also if the image cannot be deleted, for example a protected one.
        await client.perform(deleteImage, { path: { image_id: id } }).catch(() => undefined)
        throw error
      }
      return id
    },
    onSuccess: done,
    onSettled: () => {
      setSent(undefined)
      void queries.invalidateQueries({ queryKey: ['image'] })
    },
  })
  return { ...mutation, sent, giveUp: () => giving.current?.abort() }
}
