import { listObjects } from '@nimbo/contracts/object-store/containers'
import { copyObject, deleteObject, getObject, putObject } from '@nimbo/contracts/object-store/objects'
import { column } from '../../panel/column.ts'
import { field } from '../../panel/form-spec.ts'
import { textAt } from '../../panel/item.ts'
import type { Values } from '../../panel/values.ts'
import { panel } from '../../panel/panel.ts'
import { itemsIn } from '../../panel/reply-items.ts'
import { objectApi } from './account.ts'

/** A name in a header, which keeps the slashes of an object's name. */
const inHeader = (name: unknown): string => encodeURIComponent(String(name)).replaceAll('%2F', '/')

/** The content type of a file as the browser knows it: web pages and pictures are to be served as what they are. */
const typeOf = ({ file }: Values): Readonly<Record<string, string>> =>
  file instanceof File && file.type !== '' ? { 'content-type': file.type } : {}

export const objects = panel({
  id: 'objects',
  api: objectApi,
  key: 'name',
  list: { operation: listObjects, query: { format: 'json' }, items: itemsIn },
  columns: [
    column('name'),
    column('bytes', { label: 'size', look: 'bytes' }),
    column('content_type'),
    column('last_modified', { look: 'date' }),
    column('hash', { look: 'code', hidden: true }),
  ],
  filters: [{ name: 'name', byPage: true }],
  create: {
    operation: putObject,
    fields: [
      field('file', { as: 'file', required: true, option: false }),
      field('name', { as: 'text', label: 'object_name' }),
    ],
    path: ({ name, file }) => ({ object: name ?? (file instanceof File ? file.name : '') }),
    body: ({ file }) => file,
    headers: typeOf,
  },
  actions: [
    {
      id: 'replace-content',
      operation: putObject,
      form: {
        fields: [field('file', { as: 'file', required: true, option: false })],
        body: ({ file }) => file,
        headers: typeOf,
      },
    },
    {
      id: 'copy',
      operation: copyObject,
      form: {
        fields: [
          field('container', { to: 'containers', send: 'name', required: true }),
          field('name', { as: 'text', label: 'object_name' }),
        ],
        body: () => undefined,
        headers: ({ container, name }, object) => ({
          destination: [container, name ?? object.name].map(inHeader).join('/'),
        }),
      },
    },
    {
      id: 'download',
      operation: getObject,
      downloads: (object, { path }) =>
        ['/dashboard/api/proxy/object-store/v1', path?.account, path?.container, textAt(object, 'name')]
          .map((part, index) => (index === 0 ? part : encodeURIComponent(String(part))))
          .join('/'),
    },
  ],
  remove: { operation: deleteObject },
})
