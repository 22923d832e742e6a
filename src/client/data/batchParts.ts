// Sends what concerns many records in parts, one after the other, and combines their answers.
import { maxPageRows, type BatchAnswer } from '../../protocol/calls'

/** The answers by part. `progress` is called after each. */
export async function inParts<Item, Answer>(
  items: readonly Item[],
  sendPart: (part: readonly Item[]) => Promise<Answer>,
  progress?: (done: number, total: number) => void,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < items.length; from += maxPageRows) {
    answers.push(await sendPart(items.slice(from, from + maxPageRows)))
    progress?.(Math.min(from + maxPageRows, items.length), items.length)
  }
  return answers
}

/** The answers as that of one batch, which can be undone if each part that did something can. */
export function sumOfParts(answers: readonly BatchAnswer[]): BatchAnswer {
  const undos = answers.flatMap(({ done, undo }) => (done > 0 ? [undo] : [])).filter((undo) => undo !== undefined)
  const isUndoable = undos.length > 0 && undos.length === answers.filter(({ done }) => done > 0).length
  return {
    done: answers.reduce((sum, { done }) => sum + done, 0),
    refused: answers.flatMap(({ refused }) => refused),
    ...(isUndoable && {
      undo: { runs: undos.flatMap(({ runs }) => runs), seconds: Math.min(...undos.map(({ seconds }) => seconds)) },
    }),
  }
}
