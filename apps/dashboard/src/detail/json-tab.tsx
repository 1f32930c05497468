import type { Item } from '../panel/item.ts'
import { CodeView } from './code-view.tsx'

/** An item as JSON, as the API returned it. */
export const JsonTab = ({ item }: { readonly item: Item }) => (
  <CodeView text={JSON.stringify(item, undefined, 2)} />
)
