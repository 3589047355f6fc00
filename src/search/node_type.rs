//! What kind of node is searched, decided at compile time.

/// A kind of node. The types are empty: each makes its own copy of the search.
pub(super) trait NodeType {
    /// Whether the window is open, so that exact values and the line are wanted.
    const PV: bool;
    /// With reductions, pruning and quiescence; or every legal move to the given depth and the plain
    /// evaluation there.
    const SELECTIVE: bool;
    /// The same with a null window.
    type Scout: NodeType;
}

/// A node of play with an open window.
#[derive(Debug)]
pub(super) struct Pv;

/// A node of play with a null window: only whether it fails high or low is of interest.
#[derive(Debug)]
pub(super) struct Scout;

/// A node with an open window below which nothing is left out: for tests.
#[derive(Debug)]
pub(super) struct ExhaustivePv;

/// A node with a null window below which nothing is left out.
#[derive(Debug)]
pub(super) struct ExhaustiveScout;

impl NodeType for Pv {
    const PV: bool = true;
    const SELECTIVE: bool = true;
    type Scout = Scout;
}

impl NodeType for Scout {
    const PV: bool = false;
    const SELECTIVE: bool = true;
    type Scout = Scout;
}

impl NodeType for ExhaustivePv {
    const PV: bool = true;
    const SELECTIVE: bool = false;
    type Scout = ExhaustiveScout;
}

impl NodeType for ExhaustiveScout {
    const PV: bool = false;
    const SELECTIVE: bool = false;
    type Scout = ExhaustiveScout;
}
