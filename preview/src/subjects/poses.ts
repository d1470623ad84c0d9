export type Point = readonly [x: number, y: number]

/** Joints of somebody 100 units high who looks left, in a box 80 units wide. */
export interface Pose {
  head: Point
  shoulders: Point
  hips: Point
  /** Elbow and hand, knee and foot: the far one first. */
  arms: readonly [readonly [Point, Point], readonly [Point, Point]]
  legs: readonly [readonly [Point, Point], readonly [Point, Point]]
}

export const walking: Pose = {
  head: [38, 8],
  shoulders: [40, 21],
  hips: [41, 50],
  arms: [
    [
      [34, 36],
      [27, 46],
    ],
    [
      [48, 36],
      [50, 49],
    ],
  ],
  legs: [
    [
      [48, 73],
      [58, 94],
    ],
    [
      [34, 73],
      [29, 96],
    ],
  ],
}

export const running: Pose = {
  head: [30, 10],
  shoulders: [34, 22],
  hips: [43, 50],
  arms: [
    [
      [22, 34],
      [14, 25],
    ],
    [
      [48, 32],
      [44, 44],
    ],
  ],
  legs: [
    [
      [56, 66],
      [73, 68],
    ],
    [
      [27, 62],
      [31, 86],
    ],
  ],
}

export const leaping: Pose = {
  head: [38, 16],
  shoulders: [40, 28],
  hips: [43, 54],
  arms: [
    [
      [29, 19],
      [25, 4],
    ],
    [
      [50, 22],
      [44, 8],
    ],
  ],
  legs: [
    [
      [56, 68],
      [66, 86],
    ],
    [
      [34, 70],
      [42, 90],
    ],
  ],
}

export const dancing: Pose = {
  head: [40, 12],
  shoulders: [40, 24],
  hips: [40, 48],
  arms: [
    [
      [24, 18],
      [13, 6],
    ],
    [
      [56, 21],
      [68, 10],
    ],
  ],
  legs: [
    [
      [52, 68],
      [66, 80],
    ],
    [
      [39, 74],
      [38, 98],
    ],
  ],
}

export const taiChi: Pose = {
  head: [40, 14],
  shoulders: [40, 27],
  hips: [42, 55],
  arms: [
    [
      [52, 34],
      [64, 26],
    ],
    [
      [28, 36],
      [14, 30],
    ],
  ],
  legs: [
    [
      [58, 74],
      [66, 95],
    ],
    [
      [26, 70],
      [22, 96],
    ],
  ],
}
