// 300 hostile files: false pictures, pages and programs under other names, files of two kinds at
// once, and names that lead elsewhere.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** What no kept file may still hold: where a picture was taken, and the script behind a picture's end. */
export const telltales = ['GPS-30.2741-120.1551', '<script>alert(1)</script>'] as const
const [place, script] = telltales

export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
const crc = (bytes: Buffer) =>
  (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
const number = (value: number, size = 4) => {
  const made = Buffer.alloc(size)
  made.writeUIntBE(value >>> 0, 0, size)
  return made
}
const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([number(data.length), body, number(crc(body))])
}
const jpegPart = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), number(data.length + 2, 2), data])
const riffPart = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const told = Buffer.from(place)

/** A TIFF with a position in it. `orientation`: which way up. */
const tiff = (orientation: number) =>
  Buffer.concat([
    Buffer.from('4d4d002a000000080002', 'hex'),
    Buffer.from('0112000300000001', 'hex'),
    number(orientation, 2),
    Buffer.alloc(2),
    Buffer.from('8825000400000001', 'hex'),
    number(38),
    Buffer.alloc(4),
    Buffer.from('00010002000200000014', 'hex').subarray(0, 6),
    number(told.length),
    number(56),
    Buffer.alloc(4),
    told,
  ])
const exif = (orientation = 6) => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(orientation)])

const jpegBody = Buffer.from(
  'ffdb004300030202020202030202020303030304060404040404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffc9000b080001000101011100ffcc000600101005ffda0008010100003f00d2cf20',
  'hex',
)
const start = Buffer.from([0xff, 0xd8])
const end = Buffer.from([0xff, 0xd9])
export const pictures = {
  jpeg: Buffer.concat([
    start,
    jpegPart(0xe1, exif()),
    jpegPart(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${place}</x:xmpmeta>`)),
    jpegPart(0xed, told),
    jpegPart(0xfe, told),
    jpegBody,
    end,
  ]),
  png: Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([number(1), number(1), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('eXIf', tiff(1)),
    chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), told])),
    chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
    chunk('IEND', Buffer.alloc(0)),
  ]),
  webp: (() => {
    const body = Buffer.concat([
      riffPart('VP8X', Buffer.from('0c000000000000000000', 'hex')),
      riffPart('VP8L', Buffer.from('2f00000000071011fd0f4444ff03', 'hex')),
      riffPart('EXIF', tiff(1)),
      riffPart('XMP ', told),
    ])
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
    head.writeUInt32LE(body.length + 4, 4)
    return Buffer.concat([head, body])
  })(),
  gif: Buffer.concat([
    Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
    Buffer.from([0x21, 0xfe, told.length]),
    told,
    Buffer.from([0]),
    Buffer.from('2c00000000010001000002024401003b', 'hex'),
  ]),
  tiff: tiff(1),
} as const

const tails = [script, `<?php system($_GET[0]); ?>`, 'PK\u0003\u0004', '%PDF-1.4', '#!/bin/sh\nid\n', 'MZ']
const named = [
  '../../etc/passwd',
  '..\\..\\boot.ini',
  'a\u0000.png',
  'CON',
  '.htaccess',
  'x.php',
  'x.png.html',
  'x\u202Egnp.exe',
  'a'.repeat(400),
  '<img src=x>',
  '"; rm -rf /',
  'x.svg',
  '%2e%2e%2f',
  'x.jsp;.jpg',
  ' ',
  'a\r\nSet-Cookie: x=1.png',
]
const programs: readonly (readonly [string, string | Buffer])[] = [
  ['page.html', `<html>${script}</html>`],
  ['drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
  ['feed.xml', `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`],
  ['a.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ['a.elf', Buffer.from('7f454c4602010100', 'hex')],
  ['a.class', Buffer.from('cafebabe00000034', 'hex')],
  ['a.wasm', Buffer.from('0061736d01000000', 'hex')],
  ['a.swf', Buffer.from('435753', 'hex')],
  ['a.lnk', Buffer.from('4c0000000114020000000000c000000000000046', 'hex')],
  ['a.ps', '%!PS-Adobe-3.0\n'],
  ['a.js', 'alert(1)'],
  ['a.mht', 'MIME-Version: 1.0\nContent-Type: text/html\n'],
  ['a.hta', `<hta:application>${script}`],
  ['a.bat', '@echo off'],
  ['a.jar', Buffer.from('504b0304', 'hex')],
  ['empty.png', ''],
]

/** 300 files; random only where nothing depends on it. */
export function hostileFiles(): HostileFile[] {
  const made: HostileFile[] = []
  const add = (name: string, bytes: Buffer | string) => void made.push({ name, bytes: Buffer.from(bytes as Buffer) })
  const kinds = Object.entries(pictures).filter(([kind]) => kind !== 'tiff')
  for (const [kind, bytes] of kinds) {
    for (const tail of tails)
      add(`tail.${kind}`, Buffer.concat([bytes, Buffer.from(tail, 'latin1'), Buffer.from(script)]))
    for (let cut = 1; cut <= 14; cut += 1)
      add(`cut${cut}.${kind}`, bytes.subarray(0, Math.floor((bytes.length * cut) / 15)))
    for (let at = 2; at <= 40; at += 2) {
      const lie = Buffer.from(bytes)
      lie.writeUInt16BE(0xfffe, Math.min(at, lie.length - 2))
      add(`lie${at}.${kind}`, lie)
    }
    for (const name of named) add(name, bytes)
  }
  for (const [name, bytes] of programs) for (const as of [name, `${name}.png`, 'photo.jpg']) add(as, bytes)
  add(
    'huge.png',
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', Buffer.concat([number(0x7fffffff), number(0x7fffffff), Buffer.from([8, 6, 0, 0, 0])])),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
  add('place.tif', pictures.tiff)
  while (made.length < 300) add(`noise${made.length}.png`, randomBytes(200))
  return made.slice(0, Math.max(300, made.length))
}
