import { isItem } from '../panel/item.ts'
import type { Draft, DraftResource, Wish } from './draft.ts'

const kept = 'nimbo.template'

const isWish = (value: unknown): value is Wish =>
  isItem(value) && (typeof value.text === 'string' || typeof value.resource === 'string')

const isResource = (value: unknown): value is DraftResource =>
  isItem(value) &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  isItem(value.wishes) &&
  Object.values(value.wishes).every(isWish)

/** Loads the draft from local storage; empty if there is none or it is invalid. */
export const loadDraft = (): Draft => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(read) ? read.filter(isResource) : []
  } catch {
    return []
  }
}

export const saveDraft = (draft: Draft): void => localStorage.setItem(kept, JSON.stringify(draft))
