// Detects the type of an uploaded file from its bytes, never from its name or the browser's claim.
// Types that a browser could execute are not accepted: pages, scripts, drawings with scripts.
import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** Media types with their allowed extensions; a file with another extension gets the first. */
const types: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/tiff': ['.tif', '.tiff'],
  // Detected only to make its refusal specific.
  'image/heic': ['.heic'],
  'image/heif': ['.heif'],
  'image/avif': ['.avif'],
  'image/bmp': ['.bmp'],
  'image/vnd.dwg': ['.dwg'],
  'application/pdf': ['.pdf'],
  'application/zip': ['.zip'],
  'application/x-rar-compressed': ['.rar'],
  'application/vnd.rar': ['.rar'],
  'application/x-7z-compressed': ['.7z'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/x-cfb': ['.doc', '.xls', '.ppt'],
  'video/mp4': ['.mp4'],
  'video/quicktime': ['.mov'],
  'audio/mpeg': ['.mp3'],
  'audio/x-m4a': ['.m4a'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'application/dxf': ['.dxf'],
}
const textTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.dxf': 'application/dxf',
}

interface Sniffed {
  readonly type: string
  readonly name: string
}

/** The type of a file and a matching name; undefined when the type is unknown or not accepted. */
export async function sniff(path: string, name: string): Promise<Sniffed | undefined> {
  const safe = safeName(name)
  const extension = extname(safe).toLowerCase()
  // Loaded with the first file.
  const { fileTypeFromFile } = await import('file-type')
  const detected = await fileTypeFromFile(path)
  const type = detected?.mime ?? ((await isText(path)) ? textTypes[extension] : undefined)
  const extensions = type ? types[type] : undefined
  if (!type || !extensions) return undefined
  return { type, name: extensions.includes(extension) ? safe : `${safe}${extensions[0]}` }
}

/**
 * A name without folders, control characters or what systems do not allow; at most 150 characters including its
 * extension.
 */
export function safeName(name: string): string {
  const clean = name
    .split(/[\\/]/)
    .pop()!
    .replace(/[\u0000-\u001f\u007f<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^\.+/, '')
    .trim()
  const extension = extname(clean).slice(0, 12)
  const base = clean.slice(0, clean.length - extname(clean).length)
  return `${[...base].slice(0, 138).join('') || 'file'}${extension}`
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(8_192), 0, 8_192, 0)
    return !buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}
