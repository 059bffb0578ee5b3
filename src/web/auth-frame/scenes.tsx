import type { ReactNode } from 'react'
import { arcs, dots, field, frames, places, waves } from './scene-shapes.ts'

/** The four pictures beside the forms. */
export type SceneName = 'arcs' | 'dots' | 'frames' | 'waves'

/** The order of `?bg=1` to `?bg=4`. */
export const sceneNames: readonly SceneName[] = ['arcs', 'dots', 'frames', 'waves']

function Arcs() {
  return (
    <>
      <rect {...field} fill="url(#scene-arcs)" />
      {[81, 162, 243, 324, 405, 486].map(radius => (
        <circle
          key={radius}
          cx="280"
          cy="640"
          r={radius}
          fill="none"
          stroke="#fff"
          strokeOpacity=".07"
        />
      ))}
      {arcs.map(arc => (
        <path
          key={arc.path}
          d={arc.path}
          fill="none"
          stroke="#fff"
          strokeOpacity={arc.strong ? 0.62 : 0.24}
          strokeWidth={arc.strong ? 1.6 : 1.1}
        />
      ))}
      {places.map(([x, y, large]) => (
        <g key={`${x} ${y}`} fill="#fff">
          <circle cx={x} cy={y} r={large ? 11 : 8} fillOpacity=".14" />
          <circle cx={x} cy={y} r={large ? 4 : 3} />
        </g>
      ))}
    </>
  )
}

function Dots() {
  return (
    <>
      <rect {...field} fill="url(#scene-dots)" />
      {dots().map(({ x, y, radius, bright }) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r={radius.toFixed(2)}
          fill={bright ? '#cbdaff' : '#7398ff'}
          fillOpacity={Math.min(1, 0.066 + 0.142 * radius).toFixed(2)}
        />
      ))}
    </>
  )
}

/** By day a light hall with a dark end, and in the dark the other way round: `color` is what fills a frame there. */
function Frames() {
  return (
    <>
      <rect {...field} fill="url(#scene-frames)" color="#07004f" />
      {frames.map(([x, y, width, height, fill], at) => (
        <rect
          key={fill}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={Math.round(width / 16.5)}
          fill={fill}
          color={frames.at(8 - at)?.[4]}
        />
      ))}
    </>
  )
}

function Waves() {
  return (
    <>
      <rect {...field} fill="url(#scene-waves)" />
      {waves().map(wave => (
        <path
          key={wave.path}
          d={wave.path}
          fill="none"
          stroke="#fff"
          strokeOpacity={wave.opacity}
          strokeWidth="1.3"
        />
      ))}
    </>
  )
}

const fills: Readonly<Record<SceneName, ReactNode>> = {
  arcs: (
    <radialGradient id="scene-arcs" cx="18%" cy="96%" r="120%">
      <stop offset="0" stopColor="#3d5bff" />
      <stop offset=".38" stopColor="#2121f9" />
      <stop offset=".72" stopColor="#0e0091" />
      <stop offset="1" stopColor="#07004f" />
    </radialGradient>
  ),
  dots: (
    <linearGradient id="scene-dots" x1="0" y1="0" x2=".7" y2="1">
      <stop offset="0" stopColor="#10143c" />
      <stop offset=".55" stopColor="#171c74" />
      <stop offset="1" stopColor="#0b0e33" />
    </linearGradient>
  ),
  frames: (
    <linearGradient id="scene-frames" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="#e5edff" />
      <stop offset="1" stopColor="#cbdaff" />
    </linearGradient>
  ),
  waves: (
    <linearGradient id="scene-waves" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stopColor="#2121f9" />
      <stop offset=".6" stopColor="#1a12d6" />
      <stop offset="1" stopColor="#004d6b" />
    </linearGradient>
  ),
}

const drawings: Readonly<Record<SceneName, () => ReactNode>> = {
  arcs: Arcs,
  dots: Dots,
  frames: Frames,
  waves: Waves,
}

/** One picture, filling its box. Decorative: its words are text beside it. */
export function Scene({ name }: { name: SceneName }) {
  const Drawing = drawings[name]
  return (
    <svg
      className="scene"
      viewBox={`0 0 ${field.width} ${field.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>{fills[name]}</defs>
      <Drawing />
    </svg>
  )
}
