use table::{Base, EPS, V2};

/// The front corner about which a wheel to the right (positive) or left is made.
pub fn pivot(b: &Base, degrees: f64) -> V2 {
    if degrees >= 0.0 { b.front_right() } else { b.front_left() }
}

/// The envelope after a wheel of so many degrees about a front corner, right positive.
///
/// ```
/// use ranks::wheeled;
/// use table::{Base, Pose, v2};
/// let b = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 10.0, 4.0);
/// let w = wheeled(&b, 90.0);
/// assert!(w.front_right().dist(b.front_right()) < 1e-9);
/// assert!(w.dir.dist(v2(1.0, 0.0)) < 1e-9);
/// ```
pub fn wheeled(b: &Base, degrees: f64) -> Base {
    b.turned_about(pivot(b, degrees), -degrees.to_radians())
}

/// The wheel in degrees (right positive) after which the middle of the front has the place straight ahead, and how far off it
/// then is. `None` if the place lies within the circle that no wheel brings ahead.
///
/// ```
/// use ranks::{wheel_towards, wheeled};
/// use table::{Base, Pose, v2};
/// let b = Base::new(Pose { x: 0.0, y: 0.0, facing: 0.0 }, 10.0, 4.0);
/// let (degrees, ahead) = wheel_towards(&b, v2(30.0, 20.0)).unwrap();
/// let w = wheeled(&b, degrees);
/// assert!((w.front + w.dir * ahead).dist(v2(30.0, 20.0)) < 1e-9);
/// // Beside the corner about which it turns there is no way ahead.
/// assert_eq!(wheel_towards(&b, v2(4.0, -1.0)), None);
/// ```
pub fn wheel_towards(b: &Base, to: V2) -> Option<(f64, f64)> {
    let l = b.local(to);
    // Local x to the right, y ahead of the middle of the front.
    if l.x.abs() <= EPS && l.y >= 0.0 {
        return Some((0.0, l.y));
    }
    // Straight behind, too, it wheels to the right.
    let right = l.x >= -EPS;
    let half = b.width / 2.0;
    let (x, y) = (l.x.abs() - half, l.y);
    let r = (x * x + y * y).sqrt();
    if r < half.max(1e-9) {
        return None;
    }
    let mut turn = libm::acos((-half / r).clamp(-1.0, 1.0)) - libm::atan2(y, x);
    if turn < -1e-9 {
        turn += std::f64::consts::TAU;
    }
    let ahead = x * libm::sin(turn) + y * libm::cos(turn);
    let degrees = turn.to_degrees();
    Some((if right { degrees } else { -degrees }, ahead.max(0.0)))
}

/// The side of an outline that a place lies beyond by most: the middle of the side and the direction outwards. Where troops
/// come out of a building towards that place.
///
/// ```
/// use ranks::nearest_side;
/// use table::{Base, Pose, v2};
/// let house = Base::new(Pose { x: 0.0, y: 10.0, facing: 0.0 }, 8.0, 10.0);
/// assert_eq!(nearest_side(&house, v2(30.0, 12.0)), (v2(4.0, 5.0), v2(1.0, 0.0)));
/// ```
pub fn nearest_side(outline: &Base, to: V2) -> (V2, V2) {
    let l = outline.local(to);
    let (half, depth) = (outline.width / 2.0, outline.depth);
    let (dir, right) = (outline.dir, outline.dir.right());
    let sides = [
        (l.y, outline.front, dir),
        (-depth - l.y, outline.rear(), -dir),
        (l.x - half, outline.centre() + right * half, right),
        (-half - l.x, outline.centre() - right * half, -right),
    ];
    let mut best = sides[0];
    for s in &sides[1..] {
        if s.0 > best.0 {
            best = *s;
        }
    }
    (best.1, best.2)
}
