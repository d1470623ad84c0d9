import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import type { Schema } from '@clipwright/client'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'

/** What a test wants to be answered; undefined when it has answered by itself. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | undefined
type Route = (request: Received, response: ServerResponse) => Answer | Promise<Answer>

interface Received {
  /** `POST /api/v1/video/generate` */
  call: string
  headers: IncomingMessage['headers']
  query: URLSearchParams
  body: unknown
}

export const video = Buffer.alloc(300_000, 'video')
const task_id = '0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11'

/**
 * Answers like the service for one user and one task, over real HTTP. A test replaces a route to make things go wrong, and
 * reads in `received` what was asked.
 */
export async function startFakeService(t: TestContext) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => respond(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let pairs = 0
  const spent = new Set<string>()
  const tokens = (): Schema<'TokenPair'> => {
    pairs += 1
    return {
      access_token: `svat_${pairs}`,
      refresh_token: `svrt_${pairs}`,
      token_type: 'bearer',
      expires_in: fake.expires_in_s,
      refresh_expires_in: 1000,
      session_id: 's',
    }
  }
  const routes: Record<string, Route> = {
    'POST /api/v1/auth/register': () => ({ status: 201, body: tokens() }),
    'POST /api/v1/auth/login': () => ({ status: 200, body: { ...tokens(), mfa_required: false } }),
    'POST /api/v1/auth/logout': () => ({ status: 204 }),
    'POST /api/v1/auth/refresh': ({ body }) => {
      const { refresh_token } = body as Schema<'RefreshRequest'>
      if (spent.has(refresh_token)) {
        fake.alarms += 1
        return refuse(401, 'refresh_token_reused', 'This refresh token was used before.')
      }
      spent.add(refresh_token)
      return { status: 200, body: tokens() }
    },
    'GET /api/v1/me': () => ({ status: 200, body: user }),
    'POST /api/v1/me/topup': ({ body }) => ({ status: 200, body: toBalance(body) }),
    'POST /api/v1/video/quote': () => ({ status: 200, body: quote }),
    'POST /api/v1/video/generate': () => ({ status: 200, body: submitted }),
    'GET /api/v1/tasks': () => ({
      status: 200,
      body: { items: [fake.task], total: 1, page: 1, page_size: 20 },
    }),
    [`GET /api/v1/tasks/${task_id}`]: () => ({ status: 200, body: fake.task }),
    [`POST /api/v1/tasks/${task_id}/cancel`]: () => ({ status: 200, body: failed }),
    [`POST /api/v1/tasks/${task_id}/retry`]: () => ({ status: 200, body: submitted }),
    [`GET /api/v1/result/${task_id}`]: () => ({ status: 302, headers: { location: '/storage/video' } }),
    'GET /storage/video': (_request, response) => {
      response.writeHead(200, { 'content-length': video.byteLength }).end(video)
      return undefined
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', url)
    const call = `${request.method} ${pathname}`
    const entry = {
      call,
      headers: request.headers,
      query,
      body: body ? (JSON.parse(body) as unknown) : undefined,
    }
    received.push(entry)
    const isOpen = pathname.startsWith('/api/v1/auth/') || pathname.startsWith('/storage/')
    const isKnown = request.headers.authorization ?? request.headers['x-api-key']
    const route = isOpen || isKnown ? routes[call] : () => refuse(401, 'not_authenticated', 'Who are you?')
    const answer = await (route ?? (() => refuse(404, 'not_found', 'No such thing.')))(entry, response)
    if (!answer) return
    const isJson = answer.body !== undefined
    response.writeHead(answer.status, {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...answer.headers,
    })
    response.end(isJson ? JSON.stringify(answer.body) : undefined)
  }

  const fake = {
    url,
    routes,
    received,
    calls: (call: string) => received.filter((entry) => entry.call === call),
    /** What the task's route answers. */
    task: completed,
    expires_in_s: 600,
    /** How often a spent refresh token was shown. */
    alarms: 0,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  cleanUp(t, fake.stop)
  return fake
}

export function refuse(status: number, code: string, detail: unknown, extra = {}): Answer {
  return {
    status,
    body: { detail, code, request_id: 'req_1', ...extra },
    headers: { 'x-request-id': 'req_1' },
  }
}

const at = '2026-11-20T17:40:04.123Z'

export const completed: Schema<'TaskOut'> = {
  task_id,
  model: 'preview',
  status: 'completed',
  progress: 1,
  prompt: 'A red balloon!',
  original_prompt: null,
  negative_prompt: null,
  params: {
    mode: 'text-to-video',
    duration_seconds: 5,
    resolution: '480p',
    aspect_ratio: '16:9',
    width_px: 832,
    height_px: 480,
    fps: 16,
    frames: 81,
    seed: 7,
    steps: null,
    guidance: null,
    parameters: {},
    image_key: null,
    last_image_key: null,
    audio_key: null,
    target: null,
    upscaler: null,
  },
  parent_task_id: null,
  enhance_task_id: null,
  result_url: `videos/${task_id}.mp4`,
  download_url: `/api/v1/result/${task_id}`,
  media: null,
  error: null,
  cost: 50,
  cost_status: 'charged',
  priority: 0,
  queue: null,
  created_at: at,
  started_at: at,
  completed_at: at,
  updated_at: at,
}

export const running: Schema<'TaskOut'> = {
  ...completed,
  status: 'running',
  progress: 0.43,
  result_url: null,
  download_url: null,
  cost_status: 'held',
  completed_at: null,
}

export const failed: Schema<'TaskOut'> = {
  ...running,
  status: 'failed',
  error: { code: 'engine_unavailable', message: 'The engine is away.' },
  cost_status: 'released',
  completed_at: at,
}

const submitted: Schema<'GenerateResponse'> = {
  task_id,
  status: 'queued',
  model: 'preview',
  cost: 50,
  currency: 'CREDIT',
  balance: 950,
  created_at: at,
  existing: false,
}

export const quote: Schema<'QuoteOut'> = {
  model: 'preview',
  params: completed.params,
  cost: 50,
  unit: 'second',
  unit_price: '10',
  quantity: 5,
  price_source: 'model',
  currency: 'CREDIT',
  currency_scale: 2,
  balance: 950,
  affordable: true,
  enhance: [
    { target: '1080p', cost: 40, unit_price: '8', unit: 'second' },
    { target: '2k', cost: 60, unit_price: '12', unit: 'second' },
  ],
  queue: { position: 1, estimated_seconds: 3, reason: null },
  not_drawn: [],
}

const user: Schema<'UserOut'> = {
  user_id: 'c9f2c1b0-6f0e-4a5d-9f60-1b7d8a8b9c01',
  email: 'ada@example.org',
  nickname: 'ada',
  email_verified: false,
  mfa_enabled: false,
  api_access_enabled: true,
  avatar: null,
  avatar_url: null,
  role: 'user',
  balance: 950,
  balance_held: 50,
  currency: 'CREDIT',
  currency_scale: 2,
  created_at: at,
  updated_at: at,
}

function toBalance(body: unknown): Schema<'BalanceOut'> {
  const balance = (body as Schema<'TopupRequest'>).amount
  const { currency, currency_scale, updated_at } = user
  const transaction_id = user.user_id
  return {
    balance,
    balance_held: 0,
    balance_total: balance,
    currency,
    currency_scale,
    transaction_id,
    updated_at,
  }
}
