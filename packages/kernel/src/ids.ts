import { randomUUID } from 'node:crypto'

/** A string that names one kind of thing; two kinds never mix by accident. */
export type Brand<Kind extends string> = string & { readonly __kind: Kind }

export type ServerId = Brand<'server'>
export type ImageId = Brand<'image'>
export type VolumeId = Brand<'volume'>
export type AttachmentId = Brand<'attachment'>
export type ProviderId = Brand<'resource-provider'>
export type FlowId = Brand<'flow'>

const uuidPattern = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** A fresh random UUID in its dashed form, branded as the caller's kind. */
export const newId = <Id extends Brand<string>>(): Id => randomUUID() as unknown as Id

/** A fresh random UUID without dashes, the form identity uses for users, projects and roles. */
export const newHexId = <Id extends Brand<string>>(): Id => randomUUID().replaceAll('-', '') as unknown as Id

/** Whether `text` has the shape of a UUID, with or without dashes. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)
