import {
  BinaryOperationNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  type PrimitiveValueListNode,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { ofFewLengths } from './list-lengths.ts'
import { Placeholder } from './parameter-shape.ts'

/**
 * Makes queries produce the same SQL text where possible, because preparing takes longer than executing. `limit` and `offset` are
 * literals, since SQLite plans by their values and re-prepares a statement whose limit is a parameter. Lists of `in (…)` are
 * padded.
 */
export class FewStatements extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#spell(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#spell(offset)
  }

  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    const looksUp = this.parentNode !== undefined && BinaryOperationNode.is(this.parentNode)
    super.visitPrimitiveValueList(looksUp ? { ...node, values: ofFewLengths(node.values) } : node)
  }

  #spell(node: OperationNode): void {
    if (ValueNode.is(node) && node.value instanceof Placeholder)
      throw new TypeError('a limit or an offset cannot be a parameter of a prepared query')
    if (ValueNode.is(node) && Number.isSafeInteger(node.value)) this.append(String(node.value))
    else this.visitNode(node)
  }
}
