import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeImage } from '@nimbo/testkit/make-image'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'

/** About the option in a cloud of one process; the cache itself is tested by the image service. */
test('a cloud in one process caches images in the directory of image_cache_dir', async () => {
  await using directory = await temporaryDirectory()
  await using cloud = await startTestCloud({
    environment: { OS_DEFAULT__IMAGE_CACHE_DIR: directory.path },
  })
  const { admin } = cloud
  const id = await makeImage(admin)
  assert.equal((await admin.image.put(`/v2/cache/${id}`)).status, 202)
  await eventually(async () => {
    const { body } = await admin.image.get('/v2/cache')
    assert.deepEqual(
      body.cached_images.map(({ image_id }: { readonly image_id: string }) => image_id),
      [id],
    )
  })
  assert.equal((await readdir(directory.path)).length, 1)
})
