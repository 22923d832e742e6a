// How does code without a face tell the person something? It hands a notice to whoever draws notices; until somebody does, notices wait.

export type Voice = 'success' | 'warning' | 'error' | 'info'

export interface Question {
  readonly title: string
  readonly text?: string
  readonly ok: string
  /** Absent: nothing but agreeing is possible. */
  readonly cancel?: string
  readonly danger?: boolean
}

/** Who draws. */
export interface NoticeFace {
  say(voice: Voice, text: string): void
  /** true: agreed. */
  ask(question: Question): Promise<boolean>
}

export interface Notices extends NoticeFace {
  /** Gives the notices a face; the answer takes it away again. */
  draw(face: NoticeFace): () => void
}

export function createNotices(): Notices {
  let face: NoticeFace | undefined
  let waiting: ((face: NoticeFace) => void)[] = []
  const withFace = (act: (face: NoticeFace) => void) => {
    if (face) act(face)
    else waiting.push(act)
  }
  return {
    say: (voice, text) => withFace((drawn) => drawn.say(voice, text)),
    ask: (question) =>
      new Promise((resolve, reject) => withFace((drawn) => void drawn.ask(question).then(resolve, reject))),
    draw(next) {
      face = next
      const held = waiting
      waiting = []
      for (const act of held) act(next)
      return () => {
        if (face === next) face = undefined
      }
    },
  }
}
