// Parses the subset of Markdown that the manual uses.

export type ManualBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

type ManualSpan =
  | { readonly kind: 'text' | 'code' | 'strong' | 'icon'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string }

export function markdownBlocks(text: string): ManualBlock[] {
  const blocks: ManualBlock[] = []
  const lines = text.split('\n')
  for (let position = 0; position < lines.length;) {
    if (lines[position]!.trim() === '') {
      position += 1
      continue
    }
    const end = endOfBlock(lines, position)
    const part = lines.slice(position, end)
    position = end
    if (part[0]!.startsWith('```')) blocks.push({ kind: 'code', text: part.slice(1, -1).join('\n') })
    else if (part[0]!.startsWith('    '))
      blocks.push({ kind: 'code', text: part.map((line) => line.slice(4)).join('\n') })
    else if (part[0]!.startsWith('|')) blocks.push(tableOf(part))
    else if (part[0]!.startsWith('- ')) blocks.push({ kind: 'list', items: itemsOf(part) })
    else blocks.push({ kind: 'paragraph', text: part.join(' ') })
  }
  return blocks
}

/**
 * The first line after the block that begins at `from`; a fence ends at the next fence, other blocks at an empty line.
 */
function endOfBlock(lines: readonly string[], from: number): number {
  const isFence = lines[from]!.startsWith('```')
  const position = lines.findIndex(
    (line, index) => index > from && (isFence ? line.startsWith('```') : line.trim() === ''),
  )
  return position < 0 ? lines.length : isFence ? position + 1 : position
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines)
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  return items
}

function tableOf([head = '', , ...rows]: readonly string[]): ManualBlock {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
  return { kind: 'table', head: cells(head), rows: rows.map(cells) }
}

export function markdownSpans(text: string): ManualSpan[] {
  const spans: ManualSpan[] = []
  let end = 0
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|!\[(\w+)\]\(icon\)|\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    const [matched, code, strong, icon, link, target] = match
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else if (icon !== undefined) spans.push({ kind: 'icon', text: icon })
    else spans.push({ kind: 'link', text: link!.replaceAll('`', ''), target: target! })
    end = match.index + matched.length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}
