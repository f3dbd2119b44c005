"""Tests of Hube's Pocket."""
