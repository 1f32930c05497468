import { deleteFromStore as operation } from '@nimbo/contracts/image/discovery'
import { policyTarget } from '../../app/app.ts'
import { handle } from '../handle.ts'
import { deleteFromStore } from './delete-from-store.ts'

const remove = handle(operation, async ({ app, enforce, found: { image }, params }) => {
  enforce('get_image_location', policyTarget(image))
  await deleteFromStore(app)(image, params.store_id)
})

export const storeRoutes = [remove]
