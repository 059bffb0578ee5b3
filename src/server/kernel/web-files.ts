/**
 * Serves the built web: immutable assets, precompressed, and for every other path a page that loads the same scripts. The log-in begins with
 * its frame, in the picture that `?bg=` asks for or one at random; a browser that has a session, which its cookie says, fetches what signed-in
 * pages need at once, and finds in the page what it would ask first.
 */

import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#contract/kernel/endpoint.ts'
import {
  type FirstAnswersDeps,
  type FirstAsks,
  firstAnswers,
  isOpenedHere,
  pathOf,
} from './first-answers.ts'
import { say } from './words.ts'

const DIST = join(import.meta.dirname, '../../../dist/web')
const INDEX = 'index.html'
const APP = 'app.html'
/** Where the answers stand in `app.html`: before the end of its body; and a home: where the page draws it itself. */
const BODY_END = '</body>'
const ROOT = '<div id="root">'
/** What draws a home, where the build has it. */
const DRAWING = '.drawn/home-as-html.js'
const HOME = '/dashboard'
/** What is behind a mailed link is for no search engine, not even that the page is there. */
const UNLISTED = '/contracts/shared'

export type WebDeps = Omit<FirstAnswersDeps, 'app' | 'asks'> & {
  /** Where the build is, if not where it is put. */
  readonly dir?: string | undefined
}

/** Mounts the web build if there is one; unknown paths below `/api` answer 404 as JSON, all others the page. */
export async function mountWeb(
  app: FastifyInstance,
  { dir = DIST, ...deps }: WebDeps,
): Promise<void> {
  const built = existsSync(join(dir, INDEX))
  const pageFor = built ? await choosePage(dir) : undefined
  const answered = built ? answeredPage(dir, { app, ...deps }) : undefined
  if (built) {
    await app.register(staticFiles, {
      root: dir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/')
        reply.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      pageFor &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (wantsPage && pathOf(request) === UNLISTED) reply.header('x-robots-tag', 'noindex')
    if (wantsPage)
      return answered?.(request, reply) ?? reply.header('vary', 'cookie').sendFile(pageFor(request))
    const text = 'kernel.failures.notFound'
    return reply.code(404).send({ code: 'NOT_FOUND', detail: say(text), text })
  })
}

/** Which page of the build a request gets; a build without the others has `index.html` alone. */
async function choosePage(dir: string): Promise<(request: FastifyRequest) => string> {
  const names = await readdir(dir)
  const app = names.includes(APP) ? APP : INDEX
  const logIns = names.filter(name => /^log-in-\d\.html$/.test(name))
  return ({ url, headers: { cookie } }) => {
    if (cookie) return app
    const [path, search] = url.split('?')
    if (path !== '/auth/login') return INDEX
    const asked = `log-in-${new URLSearchParams(search).get('bg')}.html`
    if (logIns.includes(asked)) return asked
    return logIns[Math.floor(Math.random() * logIns.length)] ?? INDEX
  }
}

/** What the build knows of signed-in pages: what each asks first, and the links that fetch the home of a type of person. */
type SignedIn = { readonly asks: FirstAsks; readonly homes: Readonly<Record<Role, string>> }

/** Sends `app.html` with the first answers of its person, where a browser with a cookie opens a page that has some. */
function answeredPage(dir: string, deps: Omit<FirstAnswersDeps, 'asks'>) {
  const files = [APP, 'home.html', '.app.json'].map(name => join(dir, name))
  if (!files.every(existsSync)) return undefined
  const [app = '', home = '', known = ''] = files.map(file => readFileSync(file, 'utf8'))
  const { asks, homes }: SignedIn = JSON.parse(known)
  async function* pieces(request: FastifyRequest) {
    const isHome = pathOf(request) === HOME
    const page = isHome ? home : app
    const [root, end] = [page.indexOf(ROOT), page.lastIndexOf(BODY_END)]
    // The scripts load while the answers are worked out.
    yield page.slice(0, isHome ? root : end)
    const found = await firstAnswers({ ...deps, asks }, request)
    if (isHome) {
      // Not within the root, which is emptied when the page is drawn.
      if (found?.of) yield `${homes[found.of]}${ROOT}${await homeOf(dir, found.json, request)}`
      else yield ROOT
      yield page.slice(root + ROOT.length, end)
    }
    if (found) yield dataBlock(found.json)
    yield page.slice(end)
  }
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    if (!request.headers.cookie || !asks[pathOf(request)] || !isOpenedHere(request))
      return undefined
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(Readable.from(pieces(request)))
  }
}

type Drawing = { homeAsHtml(answers: unknown): Promise<string> }

/** The home of these answers as HTML (decision 0139); empty where it cannot be drawn, and the page draws it alone. */
async function homeOf(dir: string, json: string, { log }: FastifyRequest): Promise<string> {
  const file = join(dir, DRAWING)
  if (!existsSync(file)) return ''
  try {
    const { homeAsHtml }: Drawing = await import(pathToFileURL(file).href)
    return await homeAsHtml(JSON.parse(json))
  } catch (error) {
    log.warn({ err: error }, 'a home went out without being drawn')
    return ''
  }
}

/** Data that no browser runs, and that no text within ends (HTML, 4.12.1.3): a `<` stands in strings alone. */
function dataBlock(json: string): string {
  return `<script type="application/json" id="first-answers">${json.replaceAll('<', '\\u003c')}</script>`
}
